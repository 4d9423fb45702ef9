using Doppel.Volumes;

namespace Doppel.Cli.Platform;

/// <summary>Chooses what lists and reads files.</summary>
internal static class VolumeChoice
{
    /// <summary>Set to "portable", it forces the portable volume where there is a better one. For tests.</summary>
    internal const string Variable = "DOPPEL_VOLUME";

    /// <summary>The volume for this system, to change files on.</summary>
    /// <exception cref="UsageException">Files cannot be changed on this system.</exception>
    internal static IChangeableVolume CreateToChange(Func<string, string?> environment) =>
        Create(environment) as IChangeableVolume
            ?? throw new UsageException("files can be changed on Linux only", "doppel find and doppel plan work here");

    /// <summary>The volume for this system.</summary>
    internal static IVolume Create(Func<string, string?> environment) =>
        OperatingSystem.IsLinux() && environment(Variable) != "portable" ? new LinuxVolume() : new PortableVolume();
}
