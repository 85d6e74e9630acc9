// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/distributed/local_address.h"

#include "core/base/descriptor.h"

#include <array>
#include <memory>

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <sys/socket.h>

namespace bam::distributed {
namespace {

bool isLoopback(const sockaddr* address)
{
    if (address->sa_family == AF_INET)
        return (ntohl(reinterpret_cast<const sockaddr_in*>(address)->sin_addr.s_addr) >> 24) == 127;
    return IN6_IS_ADDR_LOOPBACK(&reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr);
}

std::string textOf(const sockaddr* address, socklen_t size)
{
    std::array<char, NI_MAXHOST> text{};
    return ::getnameinfo(address, size, text.data(), text.size(), nullptr, 0, NI_NUMERICHOST) == 0 ? text.data() : std::string();
}

/// The first address of this machine that others could know.
std::string outward()
{
    ifaddrs* all = nullptr;
    if (::getifaddrs(&all) != 0)
        return {};
    const std::unique_ptr<ifaddrs, void (*)(ifaddrs*)> owner(all, ::freeifaddrs);
    for (const int family : {AF_INET, AF_INET6})
        for (const auto* one = all; one; one = one->ifa_next)
            if (one->ifa_addr && one->ifa_addr->sa_family == family && (one->ifa_flags & IFF_UP) && !isLoopback(one->ifa_addr))
                return textOf(one->ifa_addr, family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6));
    return {};
}

}  // namespace

std::string localAddressFor(const RankEnvironment& environment)
{
    addrinfo wish{};
    wish.ai_family = AF_UNSPEC;
    wish.ai_socktype = SOCK_DGRAM;
    addrinfo* found = nullptr;
    if (::getaddrinfo(environment.address.c_str(), std::to_string(environment.port).c_str(), &wish, &found) != 0)
        return {};
    const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owner(found, ::freeaddrinfo);
    for (const auto* one = found; one; one = one->ai_next) {
        // Connecting a datagram socket sends nothing; it only asks for the route.
        const Descriptor socket(::socket(one->ai_family, SOCK_DGRAM | SOCK_CLOEXEC, 0));
        sockaddr_storage local{};
        socklen_t size = sizeof local;
        if (!socket.valid() || ::connect(socket.get(), one->ai_addr, one->ai_addrlen) != 0 || ::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&local), &size) != 0)
            continue;
        const auto* address = reinterpret_cast<const sockaddr*>(&local);
        const bool alone = environment.localRanks >= environment.ranks;
        return isLoopback(address) && !alone ? outward() : textOf(address, size);
    }
    return {};
}

}  // namespace bam::distributed
