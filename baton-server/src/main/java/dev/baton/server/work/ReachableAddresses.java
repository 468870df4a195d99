package dev.baton.server.work;

import dev.baton.server.http.TrustedProxies.Network;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where HTTP calls of jobs may go: to public addresses, and to networks that the configuration names. A name is looked up before
 * each call, and all its addresses are judged; the call then goes to one of them ({@link CheckedAddressCall}).
 *
 * @param named networks that may be reached though they are not public
 */
record ReachableAddresses(List<Network> named) {

    private static final List<Network> NOT_PUBLIC = Stream.of(
                    "0.0.0.0/8",
                    "10.0.0.0/8",
                    "100.64.0.0/10",
                    "127.0.0.0/8",
                    "169.254.0.0/16",
                    "172.16.0.0/12",
                    "192.0.0.0/24",
                    "192.168.0.0/16",
                    "198.18.0.0/15",
                    "224.0.0.0/4",
                    "240.0.0.0/4",
                    "::/96",
                    "::ffff:0:0:0/96",
                    "64:ff9b::/96",
                    "64:ff9b:1::/48",
                    "2001::/32",
                    "2002::/16",
                    "fc00::/7",
                    "fe80::/10",
                    "fec0::/10",
                    "ff00::/8")
            .map(Network::of)
            .toList();

    /** Why a URL must not be called, now that its host has these addresses; empty if it may. */
    Optional<String> refusal(URI url, List<InetAddress> addresses) {
        for (InetAddress address : addresses) {
            if (!isReachable(address)) {
                return Optional.of("the host of " + url + " is " + address.getHostAddress()
                        + ", which is not public: name its network in jobs.private_networks if it is meant");
            }
        }
        return Optional.empty();
    }

    private boolean isReachable(InetAddress address) {
        byte[] bytes = asConnected(address);
        return NOT_PUBLIC.stream().noneMatch(network -> network.includes(bytes))
                || named.stream().anyMatch(network -> network.includes(bytes));
    }

    /**
     * A name may have an address of IPv4 as one of IPv6 ({@code ::ffff:10.0.0.1}). Java leaves it so when DNS says it, and takes it
     * for the one of IPv4 when it connects.
     */
    private static byte[] asConnected(InetAddress address) {
        try {
            return InetAddress.getByAddress(address.getAddress()).getAddress();
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address has the length of one", e);
        }
    }
}
