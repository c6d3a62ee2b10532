//! The devices there are, and which of them to take.

use super::{library, Error};
use opencl3::device::{
    Device as Handle, CL_DEVICE_TYPE_ALL, CL_DEVICE_TYPE_CPU, CL_DEVICE_TYPE_CUSTOM, CL_READ_WRITE_CACHE,
};
use opencl3::error_codes::ClError;
use opencl3::platform::get_platforms;
use std::sync::{Mutex, PoisonError};

/// What is known about a device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// Its name, as its driver gives it.
    pub name: String,
    /// The driver's name and version.
    pub driver: String,
    /// Whether it is the processor that the program runs on.
    pub processor: bool,
    /// Its compute units.
    pub units: u32,
    /// Whether it computes in double precision.
    pub double: bool,
    /// Whether it works in the host's memory.
    pub shares_memory: bool,
    /// The bytes of its memory.
    pub memory: u64,
    /// The most bytes that a buffer has.
    pub largest: u64,
}

/// All devices with what is known about them. A device that does not answer is left out.
///
/// One thread at a time: a loader that is asked for the first time by two threads tells the second that there are no platforms.
pub(super) fn list() -> Result<Vec<(Info, Handle)>, Error> {
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    library::open()?;
    let mut all = Vec::new();
    for platform in get_platforms()? {
        // A platform without devices says so by an error.
        let Ok(ids) = platform.get_devices(CL_DEVICE_TYPE_ALL) else { continue };
        for device in ids.into_iter().map(Handle::new) {
            let driver = platform.name().unwrap_or_default();
            all.extend(describe(&device, &driver).ok().map(|info| (info, device)));
        }
    }
    match all.is_empty() {
        true => Err(Error::NoDevice("no platform has one".to_string())),
        false => Ok(all),
    }
}

fn describe(device: &Handle, driver: &str) -> Result<Info, ClError> {
    let kind = device.dev_type()?;
    let usable = device.available()? && device.compiler_available()? && kind & CL_DEVICE_TYPE_CUSTOM == 0;
    Ok(Info {
        name: device.name()?.trim().to_string(),
        driver: format!("{driver} {}", device.driver_version()?),
        processor: kind & CL_DEVICE_TYPE_CPU != 0,
        units: device.max_compute_units()?,
        double: usable && device.double_fp_config().unwrap_or(0) != 0 && device.endian_little()?,
        shares_memory: device.host_unified_memory()?
            && device.global_mem_cache_type()? == CL_READ_WRITE_CACHE,
        memory: device.global_mem_size()?,
        largest: device.max_mem_alloc_size()?,
    })
}

/// Which of these devices to take, by index or part of the name where one is chosen.
///
/// # Errors
/// None is chosen, or none of those has double precision.
pub fn choose(all: &[Info], choice: Option<&str>) -> Result<usize, Error> {
    let names = |which: &[usize]| {
        which.iter().map(|&i| format!("{i} {}", all[i].name)).collect::<Vec<_>>().join(", ")
    };
    let every: Vec<usize> = (0..all.len()).collect();
    let meant = |i: usize| match choice.map(|c| (c, c.parse::<usize>())) {
        None => true,
        Some((_, Ok(index))) => index == i,
        Some((part, Err(_))) => all[i].name.to_lowercase().contains(&part.to_lowercase()),
    };
    let mut chosen: Vec<usize> = every.iter().copied().filter(|&i| meant(i)).collect();
    if chosen.is_empty() {
        let wanted = choice.map_or(String::new(), |c| format!("'{c}' is none of "));
        return Err(Error::NoDevice(format!("{wanted}{}", names(&every))));
    }
    let without = names(&chosen);
    chosen.retain(|&i| all[i].double);
    let first = chosen.iter().copied().min_by_key(|&i| (all[i].processor, i));
    first.ok_or(Error::NoDouble(without))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn device(name: &str, processor: bool, double: bool) -> Info {
        Info {
            name: name.to_string(),
            driver: String::new(),
            processor,
            units: 1,
            double,
            shares_memory: processor,
            memory: 1 << 30,
            largest: 1 << 28,
        }
    }

    #[test]
    fn the_choice_is_by_index_or_part_of_the_name_and_needs_double_precision() {
        let all = [
            device("Processor", true, true),
            device("Old Card", false, false),
            device("Small Card", false, true),
            device("Big Card", false, true),
        ];
        assert_eq!(choose(&all, None), Ok(2));
        assert_eq!(choose(&all, Some("0")), Ok(0));
        assert_eq!(choose(&all, Some("big")), Ok(3));
        assert_eq!(choose(&all, Some("card")), Ok(2), "the first that will do");
        assert_eq!(choose(&all, Some("old")), Err(Error::NoDouble("1 Old Card".to_string())));
        assert_eq!(choose(&all, Some("1")), Err(Error::NoDouble("1 Old Card".to_string())));
        let Err(Error::NoDevice(text)) = choose(&all[..2], Some("9")) else { panic!() };
        assert_eq!(text, "'9' is none of 0 Processor, 1 Old Card");
    }
}
