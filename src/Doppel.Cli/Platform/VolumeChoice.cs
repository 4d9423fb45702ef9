using Doppel.Volumes;

namespace Doppel.Cli.Platform;

/// <summary>Chooses what lists and reads files.</summary>
internal static class VolumeChoice
{
    /// <summary>Set to "portable", it forces the portable volume where there is a better one. For tests.</summary>
    internal const string Variable = "DOPPEL_VOLUME";

    /// <summary>The volume for this system, to change files on.</summary>
    internal static IChangeableVolume CreateToChange(Func<string, string?> environment) =>
        OperatingSystem.IsLinux() && environment(Variable) != "portable" ? new LinuxVolume() : new PortableVolume();

    /// <summary>The volume for this system, to list and read.</summary>
    internal static IVolume Create(Func<string, string?> environment) => CreateToChange(environment);
}
