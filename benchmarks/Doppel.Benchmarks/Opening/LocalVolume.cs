using Doppel.Volumes;

namespace Doppel.Benchmarks.Opening;

/// <summary>The volume that a search of local files uses.</summary>
internal static class LocalVolume
{
    public static IVolume Create() => OperatingSystem.IsLinux() ? new LinuxVolume() : new PortableVolume();
}
