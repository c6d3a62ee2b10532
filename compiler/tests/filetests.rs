//! The files of `filetests`, a folder for each subject: `BLESS=1 cargo test -p holloway-compiler --test filetests` writes what comes of them anew.
//!
//! Folders are those of the optimizer's passes, `run` for the evaluator and `code` for machine code, which the backends' tests look at.

use holloway_testkit::filetest::{folders, neutral};

macro_rules! subjects {
    ($($name:ident),*) => {
        $(
            #[test]
            fn $name() {
                neutral(stringify!($name));
            }
        )*

        #[test]
        fn every_folder_is_a_subject() {
            assert_eq!(folders(), [$(stringify!($name)),*]);
        }
    };
}

subjects!(barriers, carry, code, cse, dce, fold, guards, heap, order, peel, run, virtuals);
