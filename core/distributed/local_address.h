// SPDX-License-Identifier: GPL-3.0-or-later
// The address under which the other ranks reach this process.
#pragma once

#include "core/distributed/environment.h"

namespace bam::distributed {

/// The local end of the route to MASTER_ADDR. Where that is a loopback address though other machines take part (Debian names the host 127.0.1.1), the first other one of this machine.
/// Empty when nothing is known: Gloo then goes by the host's name.
std::string localAddressFor(const RankEnvironment& environment);

}  // namespace bam::distributed
