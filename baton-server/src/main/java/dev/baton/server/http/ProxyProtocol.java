package dev.baton.server.http;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.DetectorConnectionFactory;
import org.eclipse.jetty.server.ProxyConnectionFactory;
import org.eclipse.jetty.server.ProxyConnectionFactory.ProxyEndPoint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connections of trusted proxies begin with a PROXY header, version 1 or 2, that says whose they are. They must: whoever guesses
 * whether there is one takes a client's bytes for it. Those of anybody else have none, and what looks like one is no HTTP.
 */
final class ProxyProtocol extends DetectorConnectionFactory {

    private static final Logger LOG = LoggerFactory.getLogger(ProxyProtocol.class);

    private final TrustedProxies proxies;
    private final String next;
    private final AtomicBoolean said = new AtomicBoolean();

    /** @param next what is spoken after it */
    ProxyProtocol(TrustedProxies proxies, String next) {
        super(new Headers(next));
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

    /** What Jetty reads, and headers of version 2 without a family of addresses, which it refuses and proxies may send. */
    private static final class Headers extends ProxyConnectionFactory {

        private static final byte[] SIGNATURE = HexFormat.of().parseHex("0d0a0d0a000d0a515549540a");
        private static final byte FOR_ANOTHER = 0x21;
        private static final byte FOR_ITSELF = 0x20;
        private static final byte UNSPECIFIED = 0;
        private static final int COMMAND = SIGNATURE.length;
        private static final int FAMILY = COMMAND + 1;

        Headers(String next) {
            super(next);
        }

        /** Receivers take such a connection for the sender's own, so that is what Jetty is shown. */
        @Override
        public Detection detect(ByteBuffer buffer) {
            int start = buffer.position();
            int signed = Math.min(buffer.remaining(), SIGNATURE.length);
            if (!buffer.slice(start, signed).equals(ByteBuffer.wrap(SIGNATURE, 0, signed))) {
                return super.detect(buffer);
            }
            if (buffer.remaining() <= FAMILY) {
                return Detection.NEED_MORE_BYTES;
            }
            if (buffer.get(start + COMMAND) == FOR_ANOTHER && buffer.get(start + FAMILY) == UNSPECIFIED) {
                buffer.put(start + COMMAND, FOR_ITSELF);
            }
            return super.detect(buffer);
        }
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
