package dev.baton.chaos.proxy;

import java.util.List;

/** The only way of one node to the database: a proxy for each server that its URL names. What happens on it happens on all. */
public final class Way implements AutoCloseable {

    private final String url;
    private final List<Proxy> proxies;

    /** @param url for the node */
    public Way(String url, List<Proxy> proxies) {
        this.url = url;
        this.proxies = List.copyOf(proxies);
    }

    public String url() {
        return url;
    }

    /** Ends every connection on both sides. */
    public void cut() {
        proxies.forEach(Proxy::cut);
    }

    /** Ends every connection in the eyes of the database. */
    public void cutDatabaseSide() {
        proxies.forEach(Proxy::cutDatabaseSide);
    }

    /** Whether new connections are turned away. */
    public void refuse(boolean yes) {
        proxies.forEach(proxy -> proxy.refuse(yes));
    }

    /** Whether nothing passes and nobody is told. */
    public void silence(boolean yes) {
        proxies.forEach(proxy -> proxy.silence(yes));
    }

    /** How much later answers arrive. */
    public void delayAnswers(long millis) {
        proxies.forEach(proxy -> proxy.delayAnswers(millis));
    }

    /** How little passes; 0 for no limit. */
    public void throttle(long bytes) {
        proxies.forEach(proxy -> proxy.throttle(bytes));
    }

    /** So many connections end just after their next COMMIT went out. */
    public void cutAfterCommit(int times) {
        proxies.forEach(proxy -> proxy.cutAfterCommit(times));
    }

    /** All is well again. */
    public void heal() {
        proxies.forEach(Proxy::heal);
    }

    @Override
    public void close() {
        proxies.forEach(Proxy::close);
    }
}
