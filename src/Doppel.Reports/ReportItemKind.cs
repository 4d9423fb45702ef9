namespace Doppel.Reports;

/// <summary>What a <see cref="ReportReader"/> stands on.</summary>
public enum ReportItemKind : byte
{
    /// <summary>Before the first item.</summary>
    Start,

    /// <summary>A group: <see cref="ReportReader.Group"/>.</summary>
    Group,

    /// <summary>Equal folders: <see cref="ReportReader.FolderGroup"/>.</summary>
    FolderGroup,

    /// <summary>A folder that another one has all of: <see cref="ReportReader.ContainedFolder"/>.</summary>
    ContainedFolder,

    /// <summary>An empty folder: <see cref="ReportReader.EmptyFolder"/>.</summary>
    EmptyFolder,

    /// <summary>Files of one sound or picture: <see cref="ReportReader.MediaGroup"/>.</summary>
    MediaGroup,

    /// <summary>A media file that was not comparable: <see cref="ReportReader.NotComparable"/>.</summary>
    NotComparable,

    /// <summary>A file without a twin: <see cref="ReportReader.Unique"/>.</summary>
    Unique,

    /// <summary>A problem of the search: <see cref="ReportReader.Problem"/>.</summary>
    Problem,

    /// <summary>Behind the last item.</summary>
    End,
}
