namespace Doppel.Benchmarks.S3Clients.Work;

/// <summary>What a client does in a round.</summary>
internal interface IClientWork
{
    /// <summary>How many steps a round has.</summary>
    int Steps { get; }

    /// <summary>Memory that the test itself holds, in bytes.</summary>
    long DataBytes { get; }

    /// <summary>Brings the code to where it is fast, without what takes long.</summary>
    ValueTask WarmUpAsync();

    /// <summary>Does one round and tells the meter where each step ends. Leaves nothing on the server.</summary>
    /// <exception cref="Frame.VerifyException">What came back is not what was stored.</exception>
    ValueTask RunAsync(Meter meter);
}
