using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Fetches a file from another machine, from which a deleted file is rebuilt.</summary>
/// <param name="volume">Opens the file.</param>
/// <param name="fetch">Fetches it, or null if that is not possible.</param>
internal sealed class HostFetcher(IChangeableVolume volume, HostFetch? fetch)
{
    /// <inheritdoc cref="TemporaryContent.Open"/>
    internal string? Open(ReportName name, out FileHandle file)
    {
        file = FileHandle.None;
        string machine = HostName.MachineOf(name);
        return fetch is null
            ? $"it is on {machine}; --fetch can get it from there"
            : TemporaryContent.Open(volume, target => fetch(machine, HostName.PathOf(name), target), out file);
    }
}
