// SPDX-License-Identifier: GPL-3.0-or-later
// Stands in for NVIDIA's management library: two GPUs, whose second one is at work. The environment says what goes wrong:
// FAKE_NVML_INIT=9 (no driver answers), FAKE_NVML_LOST=1 (the first GPU fell off the bus), FAKE_NVML_USED=<bytes used on the first GPU>.
#include <cstdlib>
#include <cstring>

namespace {

struct Memory {
    unsigned long long total, free, used;
};
struct Utilisation {
    unsigned gpu, memory;
};

long long number(const char* name)
{
    const char* text = std::getenv(name);
    return text ? std::strtoll(text, nullptr, 10) : 0;
}

int gpu(void* device) { return *static_cast<int*>(device); }

int devices[] = {0, 1};
constexpr unsigned long long kGiB = 1ULL << 30;

}  // namespace

extern "C" {

int nvmlInit_v2() { return int(number("FAKE_NVML_INIT")); }
int nvmlShutdown() { return 0; }
const char* nvmlErrorString(int) { return "Driver Not Loaded"; }

int nvmlDeviceGetCount_v2(unsigned* count)
{
    *count = 2;
    return 0;
}

int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** device)
{
    if (index == 0 && number("FAKE_NVML_LOST") != 0)
        return 15;
    *device = &devices[index];
    return 0;
}

int nvmlDeviceGetName(void* device, char* name, unsigned length)
{
    std::strncpy(name, gpu(device) == 0 ? "Fake A" : "Fake B", length);
    return 0;
}

int nvmlDeviceGetUUID(void* device, char* uuid, unsigned length)
{
    std::strncpy(uuid, gpu(device) == 0 ? "GPU-aaaa" : "GPU-bbbb", length);
    return 0;
}

int nvmlDeviceGetMemoryInfo(void* device, Memory* memory)
{
    memory->total = 80 * kGiB;
    memory->used = gpu(device) == 0 ? static_cast<unsigned long long>(number("FAKE_NVML_USED")) : 60 * kGiB;
    memory->free = memory->total - memory->used;
    return 0;
}

int nvmlDeviceGetUtilizationRates(void* device, Utilisation* utilisation)
{
    utilisation->gpu = gpu(device) == 0 ? 0 : 97;
    return 0;
}

/// Asked with no room, the real one says how many there are and that the room is too small.
int nvmlDeviceGetComputeRunningProcesses_v3(void* device, unsigned* count, void*)
{
    *count = gpu(device) == 0 ? 0 : 3;
    return *count == 0 ? 0 : 7;
}

}
