using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Selects the volume implementation that lists and reads files.</summary>
internal static class VolumeChoice
{
    /// <summary>The environment variable that, if set to "portable", forces the portable volume. For tests.</summary>
    internal const string Variable = "DOPPEL_VOLUME";

    /// <summary>Creates the volume for this system, with support for changing files.</summary>
    internal static IChangeableVolume CreateToChange(Func<string, string?> environment) =>
        OperatingSystem.IsLinux() && environment(Variable) != "portable" ? new LinuxVolume() : new PortableVolume();

    /// <summary>Creates the volume for this system, for listing and reading.</summary>
    internal static IVolume Create(Func<string, string?> environment) => CreateToChange(environment);
}
