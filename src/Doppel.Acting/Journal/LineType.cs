namespace Doppel.Acting;

/// <summary>Specifies the types of journal lines that a reader distinguishes.</summary>
internal enum LineType
{
    /// <summary>Any other line.</summary>
    Other,

    /// <summary>Schema 2: intents.</summary>
    Batch,

    /// <summary>Schema 2: outcomes.</summary>
    Outcomes,

    /// <summary>Schema 2: folders that an undo is about to create.</summary>
    Made,

    /// <summary>Schema 2: folders that a run has created.</summary>
    Created,

    /// <summary>Schema 1: one intent.</summary>
    Intent,

    /// <summary>Schema 1: additional names of a keeper's content.</summary>
    Kept,

    /// <summary>Schema 1: one outcome.</summary>
    Outcome,
}
