namespace Doppel.Benchmarks.S3Clients.Work;

/// <summary>What a process of the suite does.</summary>
internal enum ClientWorkKind
{
    /// <summary>See <see cref="ScenarioWork"/>.</summary>
    Scenario,

    /// <summary>See <see cref="ObjectsWork"/>.</summary>
    Objects,

    /// <summary>See <see cref="ListingWork"/>.</summary>
    Listing,

    /// <summary>See <see cref="TransferWork"/>.</summary>
    Transfer,
}
