using Doppel.Finding;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>The settings for how the work is done.</summary>
internal sealed class RunSettings
{
    /// <summary>Gets or sets the number of threads; 0 to choose automatically.</summary>
    internal int Threads { get; set; }

    internal ScanMode Scan { get; set; }

    internal bool Idle { get; set; }

    internal IReadOnlyList<DeviceRule> Devices { get; set; } = [];
}

/// <summary>Settings for how the work is done.</summary>
internal interface IHasRunning : IHasContext
{
    /// <summary>Gets the settings for how the work is done.</summary>
    RunSettings Running { get; }
}
