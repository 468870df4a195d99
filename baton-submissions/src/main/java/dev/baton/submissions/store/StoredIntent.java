package dev.baton.submissions.store;

import dev.baton.submissions.model.Intent;
import java.util.Arrays;

/** An intent with what tells whether the same was asked for. */
@SuppressWarnings("ArrayRecordComponent") // never compared, never leaves this module
public record StoredIntent(Intent intent, byte[] payloadHash) {

    public boolean isFor(String target, byte[] hash) {
        return intent.submissionTarget().equals(target) && Arrays.equals(payloadHash, hash);
    }
}
