// SPDX-License-Identifier: GPL-3.0-or-later
// The CUDA graph functions of the module's table.
#pragma once

namespace bam::device {

const char* graphCreate(int device, void** graph);
const char* graphEnter(void* graph);
const char* graphLeave(void* graph);
const char* graphBegin(void* graph);
const char* graphEnd(void* graph);
const char* graphReplay(void* graph);
void graphDestroy(void* graph);

}  // namespace bam::device
