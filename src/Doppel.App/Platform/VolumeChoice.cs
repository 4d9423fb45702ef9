using Doppel.Volumes;

namespace Doppel.App;

/// <summary>Selects the volume implementation for files on disks.</summary>
internal static class VolumeChoice
{
    /// <summary>The environment variable that, if set to "portable", forces the portable volume. For tests.</summary>
    internal const string Variable = "DOPPEL_VOLUME";

    /// <summary>Creates the volume for this system.</summary>
    internal static IChangeableVolume Create(Func<string, string?> environment) =>
        OperatingSystem.IsLinux() && environment(Variable) != "portable" ? new LinuxVolume() : new PortableVolume();
}
