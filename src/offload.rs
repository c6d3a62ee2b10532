//! Gives a run time the device that its parameters ask for.

use holloway_gpu::device::Device;
use holloway_gpu::{Gpu, Later};
use holloway_tracer::machine::Language;
use holloway_tracer::runtime::Runtime;
use holloway_tracer::tables::regions::GpuMode;
use std::rc::Rc;

/// The seed of the order in which a processor that stands for a device goes through iterations.
const SEED: u64 = 1;

/// Opens the device. Where there is none the run time says so in its log, and all stays on the processor.
pub(crate) fn set_up<L: Language>(rt: &Runtime<L>, mode: GpuMode, choice: Option<&str>) {
    match mode {
        GpuMode::Off | GpuMode::Check => {}
        GpuMode::Auto => {
            rt.offload_to(Rc::new(Later::new(choice)));
            rt.ask_by_clock(Device::is_thinkable);
        }
        GpuMode::Shuffle => rt.offload_to(Rc::new(Gpu::shuffled(SEED).worth(0))),
        GpuMode::Force | GpuMode::Copy => match Device::open(choice) {
            Ok(device) => {
                let make = if mode == GpuMode::Copy { Gpu::copying } else { Gpu::new };
                rt.offload_to(Rc::new(make(device, true)))
            }
            Err(why) => rt.no_device(&why.to_string()),
        },
    }
}
