//! Gives a run time the device that its parameters ask for.

use holloway_tracer::machine::Language;
use holloway_tracer::runtime::Runtime;
use holloway_tracer::tables::regions::GpuMode;

/// Opens the device. Where there is none the run time says so in its log, and all stays on the processor.
///
/// # Errors
/// A device is asked for that this program was built without.
#[cfg(feature = "gpu")]
pub(crate) fn set_up<L: Language>(
    rt: &Runtime<L>,
    mode: GpuMode,
    choice: Option<&str>,
) -> Result<(), String> {
    use holloway_gpu::device::Device;
    use holloway_gpu::{Gpu, Later};
    use std::rc::Rc;

    /// The seed of the order in which a processor that stands for a device goes through iterations.
    const SEED: u64 = 1;

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
    Ok(())
}

/// There is none: it is an error to ask for one, but for the mode that takes one where that is faster.
#[cfg(not(feature = "gpu"))]
pub(crate) fn set_up<L: Language>(
    rt: &Runtime<L>,
    mode: GpuMode,
    choice: Option<&str>,
) -> Result<(), String> {
    let why = "this program was built without the feature `gpu`";
    match (mode, choice) {
        (GpuMode::Off | GpuMode::Check, None) => Ok(()),
        (GpuMode::Auto, None) => {
            // Nobody need have asked.
            if rt.driver.params.log_gpu {
                rt.no_device(why);
            }
            Ok(())
        }
        (_, Some(_)) => Err(format!("HOLLOWAY_GPU_DEVICE: {why}")),
        (mode, None) => Err(format!("HOLLOWAY_GPU={}: {why}", mode.word())),
    }
}
