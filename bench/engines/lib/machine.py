"""Where it was measured, with what."""

import os
import platform
from importlib.metadata import version
from pathlib import Path

REQUIREMENTS = Path(__file__).parent.parent / "requirements.txt"


def machine(with_references):
    """Processor, memory, system, versions of Python and, if they ran, of the references."""
    cpu = Path("/proc/cpuinfo").read_text()
    model = next((line.split(":")[1].strip() for line in cpu.splitlines() if line.startswith("model name")), platform.machine())
    names = [line.split("==")[0] for line in REQUIREMENTS.read_text().splitlines() if "==" in line]
    return {
        "processor": model,
        "cores": os.cpu_count(),
        "memoryGib": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30),
        "system": f"{platform.system()} {platform.release()}",
        "versions": {"python": platform.python_version()} | ({name: version(name) for name in names} if with_references else {}),
    }


def load():
    """The load average of the last minute: above the number of cores, others were at work too."""
    return round(os.getloadavg()[0], 2)
