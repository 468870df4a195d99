package dev.baton.sql.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Instances of different versions exclude each other by these numbers: they never change. */
class RoleKeysTest {

    @Test
    void keysAreTheFirstEightBytesOfADigestOfTheName() {
        assertThat(RoleKeys.scopeKey("default", "orders")).isEqualTo(-2860265095563221972L);
        assertThat(RoleKeys.scopeKey("default", "zlé-роль")).isEqualTo(-69536370640251608L);
        assertThat(RoleKeys.of("orders", 7, "public.baton_leases"))
                .isEqualTo(new RoleKeys("orders", 7, -577485143699117783L));
    }

    @Test
    void keysAreTheSameWhenTheyAreAskedForAgainAndAfterManyOthers() {
        for (int i = 0; i < 20_001; i++) {
            RoleKeys.scopeKey("default", "r" + i);
            if (i % 5_000 == 0) {
                keysAreTheFirstEightBytesOfADigestOfTheName();
            }
        }
    }
}
