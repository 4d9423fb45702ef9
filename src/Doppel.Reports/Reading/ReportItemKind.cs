namespace Doppel.Reports;

/// <summary>Specifies the current item of a <see cref="ReportReader"/>.</summary>
public enum ReportItemKind : byte
{
    /// <summary>The reader is before the first item.</summary>
    Start,

    /// <summary>A group of equal files: <see cref="ReportReader.Group"/>.</summary>
    Group,

    /// <summary>A group of identical folders: <see cref="ReportReader.FolderGroup"/>.</summary>
    FolderGroup,

    /// <summary>
    /// A folder whose contents another folder holds completely: <see cref="ReportReader.ContainedFolder"/>.
    /// </summary>
    ContainedFolder,

    /// <summary>An empty folder: <see cref="ReportReader.EmptyFolder"/>.</summary>
    EmptyFolder,

    /// <summary>A group of files with identical audio or image data: <see cref="ReportReader.MediaGroup"/>.</summary>
    MediaGroup,

    /// <summary>A media file that could not be compared: <see cref="ReportReader.NotComparable"/>.</summary>
    NotComparable,

    /// <summary>A file that has no duplicate: <see cref="ReportReader.Unique"/>.</summary>
    Unique,

    /// <summary>A problem of the search: <see cref="ReportReader.Problem"/>.</summary>
    Problem,

    /// <summary>The reader is past the last item.</summary>
    End,
}
