using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.S3Clients.Clients;

/// <summary>A client that the suite measures.</summary>
/// <param name="Id">What a process that measures it is told.</param>
/// <param name="Name">As it stands in tables.</param>
/// <param name="Role">What the judge makes of it.</param>
/// <param name="Open">Makes one.</param>
internal sealed record ClientEntry(string Id, string Name, Role Role, Func<ClientSettings, IObjectClient> Open)
{
    /// <summary>Whether it can sign bodies over a transport, or leave them unsigned. Default: both over each.</summary>
    public Func<ScenarioCell, bool> Makes { get; init; } = _ => true;

    /// <summary>As it stands in tables that do not come from rows.</summary>
    public string MarkedName => Role == Role.Ours ? $"**{Name}**" : Name;
}
