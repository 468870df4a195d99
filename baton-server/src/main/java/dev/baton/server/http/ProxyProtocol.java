package dev.baton.server.http;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.ProxyConnectionFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connections of trusted proxies begin with a PROXY header, version 1 or 2, that says whose they are. They must: whoever guesses
 * whether there is one takes a client's bytes for it. Those of anybody else have none, and what looks like one is no HTTP.
 */
final class ProxyProtocol extends ProxyConnectionFactory {

    private static final Logger LOG = LoggerFactory.getLogger(ProxyProtocol.class);

    private final TrustedProxies proxies;
    private final String next;
    private final AtomicBoolean said = new AtomicBoolean();

    /** @param next what is spoken after it */
    ProxyProtocol(TrustedProxies proxies, String next) {
        super(next);
        this.proxies = proxies;
        this.next = next;
    }

    @Override
    public Connection newConnection(Connector connector, EndPoint endPoint) {
        return proxies.includes(Client.addressOf(endPoint.getRemoteSocketAddress()))
                ? super.newConnection(connector, endPoint)
                : connector.getConnectionFactory(next).newConnection(connector, endPoint);
    }

    /** There was no such header. */
    @Override
    protected void nextProtocol(Connector connector, EndPoint endPoint, ByteBuffer buffer) {
        if (said.compareAndSet(false, true)) {
            LOG.warn(
                    "{} is a trusted proxy and sends no PROXY header, though security.proxy_protocol is set: such"
                            + " connections are closed; have it send one (HAProxy: send-proxy-v2)",
                    Client.addressOf(endPoint.getRemoteSocketAddress()));
        }
        endPoint.close();
    }

    /** Whether a proxy spoke for whoever is at the other end. */
    static boolean isRelayed(EndPoint endPoint) {
        EndPoint layer = endPoint;
        while (!(layer instanceof ProxyEndPoint) && layer instanceof EndPoint.Wrapper wrapper) {
            layer = wrapper.unwrap();
        }
        return layer instanceof ProxyEndPoint;
    }
}
