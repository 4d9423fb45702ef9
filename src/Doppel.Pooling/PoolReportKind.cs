namespace Doppel.Pooling;

/// <summary>What a pool's checks can find.</summary>
public enum PoolReportKind
{
    /// <summary>An item was rented and nobody has it any more, but it was not returned.</summary>
    Leak,

    /// <summary>Somebody wrote to an item after it was returned.</summary>
    UseAfterReturn,
}
