#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Under a real Slurm, started for this test on this machine: `srun -n 2` trains what `--ranks 2` trains, and pre-emption (SIGTERM, then SIGKILL after the grace
time) leaves a checkpoint from which the requeued step goes on, also where every process of a task is signalled; a sweep's job array, as the program writes it, runs to its end.

    tests/launchers/slurm.py build/release/bin/bamscope
"""

import argparse
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "faults"))
from bench import PATIENCE, Bench, checkpoints, fail, is_root, rows, skip, wait_for

STEPS, EVERY = 60, 20


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Slurm:
    """munged, slurmctld and slurmd in a folder of their own."""

    def __init__(self, folder):
        self.folder, self.daemons = folder, []
        host = socket.gethostname().split(".")[0]
        for name in ("state", "spool", "munge"):
            (folder / name).mkdir()
        key = folder / "munge/key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o600)
        controller, node = free_ports(2)
        (folder / "slurm.conf").write_text(f"""ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
SlurmctldPort={controller}
SlurmdPort={node}
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
ReturnToService=2
MpiDefault=none
KillWait=30
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:4
""")
        self.environment = dict(os.environ, SLURM_CONF=str(folder / "slurm.conf"))
        for name in [name for name in os.environ if name.startswith("SLURM_") and name != "SLURM_CONF"]:
            del self.environment[name]
        munge = [f"--{option}-file={folder}/munge/{option}" for option in ("key", "pid", "log", "seed")]
        self.daemon(["munged", "--foreground", "--force", f"--socket={folder}/munge/socket", *munge])
        wait_for((folder / "munge/socket").exists, "munge", 10)
        self.daemon(["slurmctld", "-D"])
        self.daemon(["slurmd", "-D", "-N", host])

        def answers():
            state = subprocess.run(["sinfo", "-h", "-o", "%t"], env=self.environment, capture_output=True, text=True, timeout=30)
            return state.returncode == 0 and state.stdout.strip() in ("idle", "mix", "alloc")
        try:
            wait_for(answers, "Slurm's node", 40)
        except SystemExit:
            logs = "".join(file.read_text(errors="replace")[-600:] for file in folder.glob("slurm*.log"))
            self.stop()
            skip(f"Slurm does not start here:\n{logs}")

    def daemon(self, command):
        self.daemons.append(subprocess.Popen(command, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))

    def stop(self):
        for daemon in reversed(self.daemons):
            daemon.terminate()
        for daemon in self.daemons:
            try:
                daemon.wait(timeout=10)
            except subprocess.TimeoutExpired:
                daemon.kill()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    arguments = parser.parse_args()
    if not is_root() or not all(map(shutil.which, ("munged", "slurmctld", "slurmd", "srun"))):
        skip("Slurm (Debian packages slurm-wlm and munge) is not here, or this is not root")
    folder = Path(tempfile.mkdtemp(prefix="bamscope-slurm-"))
    slurm = None
    try:
        bench = Bench(arguments.program, folder)
        bench.run(bench.training("here", STEPS, EVERY, "--ranks", "2"))
        (folder / "slurm").mkdir()
        slurm = Slurm(folder / "slurm")
        # One CPU a task: two tasks use the machine's two.
        srun = ["srun", "-n", "2", "--kill-on-bad-exit=1"]
        bench.require_same_under("Slurm", srun, "here", STEPS, EVERY, env=slurm.environment)

        process = bench.start(bench.training("preempted", STEPS * 100, 0), prefix=srun, env=slurm.environment)
        run = bench.run_directory("preempted")
        wait_for(lambda: len(rows(run)) > 10, "the training under srun")
        job = subprocess.run(["squeue", "-h", "-o", "%i"], env=slurm.environment, capture_output=True, text=True).stdout.split()
        subprocess.run(["scancel", "--signal=TERM", *job], env=slurm.environment, check=True)
        errors = process.communicate(timeout=PATIENCE)[1]
        if not checkpoints(run) or len(rows(run)) != checkpoints(run)[-1]:
            fail(f"pre-emption left {len(rows(run))} steps and the checkpoints {checkpoints(run)}:\n{errors}")
        process = bench.start(["train", "--resume", run], prefix=srun, env=slurm.environment)
        wait_for(lambda: len(rows(run)) > checkpoints(run)[-1] + 5, "the resumed training")
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)

        # As the script for one node does it: one task whose program starts the ranks. Slurm signals all three processes, and the launcher signals its ranks once more.
        process = bench.start(bench.training("launched", STEPS * 100, 0, "--ranks", "2"), prefix=["srun", "-n", "1", "-c", "2"], env=slurm.environment)
        run = bench.run_directory("launched")
        wait_for(lambda: len(rows(run)) > 10, "the ranks below a task of srun")
        job = subprocess.run(["squeue", "-h", "-o", "%i"], env=slurm.environment, capture_output=True, text=True).stdout.split()
        for _ in range(2):
            subprocess.run(["scancel", "--signal=TERM", *job], env=slurm.environment, check=True)
        errors = process.communicate(timeout=PATIENCE)[1]
        if process.returncode != 3 or not checkpoints(run) or len(rows(run)) != checkpoints(run)[-1]:
            fail(f"a signal to the launcher and its ranks left {len(rows(run))} steps, the checkpoints {checkpoints(run)} and status {process.returncode}:\n{errors}")

        # A sweep as a job array, written by the program and submitted as it is.
        (folder / "sweep.json").write_text(json.dumps({
            "model": {"model_size": "custom", "dim": 16, "n_layers": 2, "n_heads": 2, "n_kv_heads": 2, "ffn_dim_multiplier": 2, "vocab_size": 160},
            "data": {"dataset": str(folder / "text.txt"), "dataset_kind": "passkey_mixture", "tokenizer": str(folder / "t.model"), "val_tokens": 0},
            "training": {"batch_size": 1, "sequence_length": 200, "tokens_per_step": 200, "num_iterations": 30, "device": "cpu"},
            "sweep": {"encodings": ["bam", "rotary"], "seeds": "0-1", "evaluate": False, "out": str(folder / "swept")}}))
        bench.run(["sbatch", "sweep.json", "--cpus", "1", "--hours", "0.2", "--together", "2", "--out", "sweep.sbatch"])
        submitted = subprocess.run(["sbatch", "--wait", "sweep.sbatch"], cwd=folder, env=slurm.environment, capture_output=True, text=True, timeout=PATIENCE * 3)
        logs = "".join(log.read_text() for log in sorted(folder.glob("sweep-*.log")))
        if submitted.returncode != 0:
            fail(f"the job array ended with {submitted.returncode}:\n{submitted.stdout}{submitted.stderr}{logs}")
        ended = [json.loads(file.read_text())["state"] for file in (folder / "swept/logs").rglob("status.json")]
        if ended != ["finished"] * 4:
            fail(f"the runs of the job array are {ended}\n{logs}")
        print("slurm: a job array trains the four runs of a sweep; srun trains as --ranks 2 does, bit for bit; SIGTERM leaves a checkpoint, also "
              "where it reaches a launcher and its ranks, and the run goes on from it")
    finally:
        if slurm:
            slurm.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
