# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the event file that the tests of core/interop read.

Needs tensorboard 2.21 and protobuf. Run it inside this folder; the result is committed.
"""
from tensorboard.compat.proto.event_pb2 import Event, SessionLog
from tensorboard.compat.proto.summary_pb2 import DATA_CLASS_SCALAR, Summary, SummaryMetadata
from tensorboard.compat.proto.tensor_pb2 import TensorProto
from tensorboard.compat.proto.tensor_shape_pb2 import TensorShapeProto
from tensorboard.compat.proto.types_pb2 import DT_BFLOAT16, DT_DOUBLE, DT_FLOAT, DT_HALF, DT_INT32, DT_INT64, DT_STRING
from tensorboard.summary.writer.record_writer import RecordWriter

SCALARS = SummaryMetadata(plugin_data=SummaryMetadata.PluginData(plugin_name="scalars"), data_class=DATA_CLASS_SCALAR)


def summary(step, *values):
    return Event(wall_time=1000.5 + step, step=step, summary=Summary(value=values))


def tensor(tag, metadata=None, **content):
    return Summary.Value(tag=tag, metadata=metadata, tensor=TensorProto(**content))


one = TensorShapeProto(dim=[TensorShapeProto.Dim(size=1)])
two = TensorShapeProto(dim=[TensorShapeProto.Dim(size=2)])
events = [
    Event(wall_time=1000.0, file_version="brain.Event:2"),
    summary(1, Summary.Value(tag="plain", simple_value=0.5), Summary.Value(tag="plain/second", simple_value=float("nan"))),
    summary(1, tensor("float", SCALARS, dtype=DT_FLOAT, float_val=[1.5])),
    summary(2, tensor("float", dtype=DT_FLOAT, tensor_content=b"\x00\x00\x20\xc0")),     # later values carry no metadata
    summary(3, tensor("double", SCALARS, dtype=DT_DOUBLE, double_val=[0.1], tensor_shape=one)),
    summary(3, tensor("half", SCALARS, dtype=DT_HALF, half_val=[0xC100])),
    summary(4, tensor("half", dtype=DT_HALF, half_val=[0x0001])),
    summary(3, tensor("bfloat16", SCALARS, dtype=DT_BFLOAT16, tensor_content=b"\x40\x40")),
    summary(3, tensor("int32", SCALARS, dtype=DT_INT32, int_val=[-7])),
    summary(3, tensor("int64", SCALARS, dtype=DT_INT64, int64_val=[2**40])),
    # No curves: two elements, text, a tensor of another plugin, a histogram.
    summary(3, tensor("pair", SCALARS, dtype=DT_FLOAT, float_val=[1, 2], tensor_shape=two)),
    summary(3, tensor("text", SummaryMetadata(plugin_data=SummaryMetadata.PluginData(plugin_name="text")), dtype=DT_STRING, string_val=[b"words"])),
    summary(3, tensor("other", SummaryMetadata(plugin_data=SummaryMetadata.PluginData(plugin_name="pr_curves")), dtype=DT_FLOAT, float_val=[1])),
    summary(3, Summary.Value(tag="histogram", histo={"bucket": [1.0]})),
    Event(wall_time=1005.0, step=2, session_log=SessionLog(status=SessionLog.START)),
    summary(2, Summary.Value(tag="plain", simple_value=0.25)),
]
with open("tensorboard.tfevents", "wb") as file:
    writer = RecordWriter(file)
    for event in events:
        writer.write(event.SerializeToString())
    writer.flush()
