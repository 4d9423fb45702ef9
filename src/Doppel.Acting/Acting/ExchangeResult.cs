namespace Doppel.Acting;

/// <summary>Specifies the outcome of <see cref="NameExchange"/>.</summary>
internal enum ExchangeResult
{
    /// <summary>The names were exchanged, and the expected file came out.</summary>
    Exchanged,

    /// <summary>
    /// The name belongs to another program's file. The temporary name is unchanged, holds an earlier save of that
    /// program, or is gone.
    /// </summary>
    Occupied,

    /// <summary>The system refused the exchange. Nothing has changed.</summary>
    Failed,

    /// <summary>Another program's file came out and could not be put back under its name.</summary>
    Stuck,
}
