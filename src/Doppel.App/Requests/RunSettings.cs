using Doppel.Finding;
using Doppel.Volumes;

namespace Doppel.App;

/// <summary>How the work is done. The results do not depend on it.</summary>
internal sealed class RunSettings
{
    /// <summary>Gets or sets the number of threads; 0 for one per core, and more where it helps.</summary>
    internal int Threads { get; set; }

    internal ScanMode Scan { get; set; }

    /// <summary>Gets or sets whether to work at the lowest priority.</summary>
    internal bool Idle { get; set; }

    internal IReadOnlyList<DeviceRule> Devices { get; set; } = [];
}
