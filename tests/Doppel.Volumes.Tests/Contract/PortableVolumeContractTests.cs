namespace Doppel.Volumes.Tests;

public sealed class PortableVolumeContractTests()
    : FileSystemContract(new DiskPlace(new PortableVolume(), PlaceAbilities.FileSystem));
