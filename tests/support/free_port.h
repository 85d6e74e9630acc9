// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

namespace bam::test {

/// A port that is free now.
inline int freePort()
{
    const int file = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ::bind(file, reinterpret_cast<const sockaddr*>(&address), size);
    ::getsockname(file, reinterpret_cast<sockaddr*>(&address), &size);
    ::close(file);
    return ntohs(address.sin_port);
}

}  // namespace bam::test
