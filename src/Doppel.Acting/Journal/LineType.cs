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

    /// <summary>Schema 2: device numbers and the file systems that have them.</summary>
    Devices,

    /// <summary>Schema 2: a part of the plan beside the journal is on disk.</summary>
    Plan,

    /// <summary>Schema 2: an interrupted run is continued from here on.</summary>
    Resumed,

    /// <summary>Schema 1: one intent.</summary>
    Intent,

    /// <summary>Schema 1: additional names of a keeper's content.</summary>
    Kept,

    /// <summary>Schema 1: one outcome.</summary>
    Outcome,
}
