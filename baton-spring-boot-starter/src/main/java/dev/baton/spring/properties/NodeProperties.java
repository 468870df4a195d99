package dev.baton.spring.properties;

/** What {@code baton.node.*} sets. */
public class NodeProperties {

    /** The seat of this process, which transfers and preferences name; by default the host name, for a second process there host~2. */
    private String id;

    /** Never leads any role. */
    private boolean observer = false;

    /** Goes first when a role is free. */
    private boolean prefer = false;

    public String getId() {
        return id;
    }

    public void setId(String id) {
        this.id = id;
    }

    public boolean isObserver() {
        return observer;
    }

    public void setObserver(boolean observer) {
        this.observer = observer;
    }

    public boolean isPrefer() {
        return prefer;
    }

    public void setPrefer(boolean prefer) {
        this.prefer = prefer;
    }
}
