from ..first import ONE as base
