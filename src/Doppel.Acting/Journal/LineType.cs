namespace Doppel.Acting;

/// <summary>Specifies the types of journal lines that a reader distinguishes.</summary>
internal enum LineType
{
    /// <summary>Any other line.</summary>
    Other,

    /// <summary>Intents.</summary>
    Batch,

    /// <summary>Outcomes.</summary>
    Outcomes,

    /// <summary>Folders that an undo is about to create.</summary>
    Made,

    /// <summary>Folders that a run has created.</summary>
    Created,

    /// <summary>Device numbers and the file systems that have them.</summary>
    Devices,

    /// <summary>A part of the plan beside the journal is on disk.</summary>
    Plan,

    /// <summary>A file that is about to get tags.</summary>
    TagChange,

    /// <summary>An interrupted run is continued from here on.</summary>
    Resumed,
}
