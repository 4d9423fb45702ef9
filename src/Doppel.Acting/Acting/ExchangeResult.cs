namespace Doppel.Acting;

/// <summary>Specifies the outcome of <see cref="NameExchange"/>.</summary>
internal enum ExchangeResult
{
    /// <summary>The names were exchanged, and the expected file came out.</summary>
    Exchanged,

    /// <summary>
    /// Another program's file has the name. The temporary name holds what it held before, an earlier save of that
    /// program, or nothing.
    /// </summary>
    Occupied,

    /// <summary>The system refused the exchange, and nothing has changed.</summary>
    Failed,

    /// <summary>Another program's file came out and could not be put back.</summary>
    Stuck,
}
