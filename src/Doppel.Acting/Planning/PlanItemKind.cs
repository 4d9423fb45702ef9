namespace Doppel.Acting;

/// <summary>What a <see cref="PlanReader"/> stands on.</summary>
public enum PlanItemKind : byte
{
    /// <summary>Before the first item.</summary>
    Start,

    /// <summary>A group: <see cref="PlanReader.Group"/>.</summary>
    Group,

    /// <summary>A folder: <see cref="PlanReader.Folder"/>.</summary>
    Folder,

    /// <summary>A refusal: <see cref="PlanReader.Refusal"/>.</summary>
    Refusal,

    /// <summary>Behind the last item.</summary>
    End,
}
