namespace Doppel.Acting;

/// <summary>Specifies the kind of the current item of a <see cref="PlanReader"/>.</summary>
public enum PlanItemKind : byte
{
    /// <summary>The reader is before the first item.</summary>
    Start,

    /// <summary>A group: <see cref="PlanReader.Group"/>.</summary>
    Group,

    /// <summary>A folder: <see cref="PlanReader.Folder"/>.</summary>
    Folder,

    /// <summary>A refusal: <see cref="PlanReader.Refusal"/>.</summary>
    Refusal,

    /// <summary>The reader is past the last item.</summary>
    End,
}
