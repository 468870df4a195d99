package dev.baton.server.http;

import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.internal.HttpConnection;

/**
 * Bounds the number of headers. Jetty bounds their bytes, but a header of five bytes becomes objects of a hundred and more,
 * which are kept for as long as the rest is on its way.
 */
final class HeaderCountLimit extends HttpConnectionFactory {

    private static final int MOST = 100;

    HeaderCountLimit(HttpConfiguration configuration) {
        super(configuration);
    }

    @Override
    public Connection newConnection(Connector connector, EndPoint endPoint) {
        return configure(new Counting(getHttpConfiguration(), connector, endPoint), connector, endPoint);
    }

    private static final class Counting extends HttpConnection {

        Counting(HttpConfiguration configuration, Connector connector, EndPoint endPoint) {
            super(configuration, connector, endPoint);
        }

        @Override
        protected RequestHandler newRequestHandler() {
            return new RequestHandler() {
                private int headers;

                @Override
                public void messageBegin() {
                    headers = 0;
                    super.messageBegin();
                }

                @Override
                public void parsedHeader(HttpField field) {
                    if (++headers > MOST) {
                        throw new HttpException.RuntimeException(431, "more than " + MOST + " headers");
                    }
                    super.parsedHeader(field);
                }

                /** They mean nothing to anybody here, so they are not kept. */
                @Override
                public void parsedTrailer(HttpField field) {}
            };
        }
    }
}
