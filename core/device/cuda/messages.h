// SPDX-License-Identifier: GPL-3.0-or-later
// How functions of the module's table report: null, or a message that is valid until the calling thread's next call.
#pragma once

#include <c10/util/Exception.h>
#include <cuda_runtime_api.h>

#include <exception>
#include <string>

namespace bam::device {

inline const char* keep(const std::string& message)
{
    thread_local std::string last;
    last = message;
    return last.c_str();
}

/// Runs the body and turns whatever it throws into a message.
template <typename Body>
const char* guarded(Body&& body)
{
    try {
        return body();
    } catch (const c10::Error& error) {
        return keep(error.what_without_backtrace());
    } catch (const std::exception& error) {
        return keep(error.what());
    } catch (...) {
        return keep("unknown exception");
    }
}

inline const char* outcome(cudaError_t code)
{
    if (code == cudaSuccess)
        return nullptr;
    cudaGetLastError();  // the runtime would report it again at the next call
    return keep(std::string(cudaGetErrorString(code)) + " (" + cudaGetErrorName(code) + ")");
}

}  // namespace bam::device
