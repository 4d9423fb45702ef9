namespace Doppel.Benchmarks.S3Clients.Work;

/// <summary>What a process of the suite is told to do, as JSON on its command line.</summary>
internal sealed record ClientOrder
{
    /// <summary>The client's id.</summary>
    public required string Client { get; init; }

    /// <summary>What it does.</summary>
    public required ClientWorkKind Work { get; init; }

    /// <summary>Where.</summary>
    public required string Bucket { get; init; }

    /// <summary>What all its keys begin with.</summary>
    public string Prefix { get; init; } = "";

    /// <summary>Whether bodies are signed.</summary>
    public bool SignsPayload { get; init; } = true;

    /// <summary>Where the content of the scenario comes from.</summary>
    public ContentSource Source { get; init; }

    /// <summary>Bytes of an object.</summary>
    public long Bytes { get; init; }

    /// <summary>How many objects.</summary>
    public int Count { get; init; }

    /// <summary>How many at once.</summary>
    public int AtOnce { get; init; } = 1;
}
