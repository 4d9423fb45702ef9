namespace Doppel.Pooling;

/// <summary>The kinds of findings of a pool's checks.</summary>
public enum PoolReportKind
{
    /// <summary>A rented item became unreachable without being returned.</summary>
    Leak,

    /// <summary>An item was modified after it was returned.</summary>
    UseAfterReturn,
}
