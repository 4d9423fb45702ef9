using Doppel.Acting;
using Doppel.Finding;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.App;

/// <summary>Reads a report and names it in error messages.</summary>
internal sealed class ReportSource : PlanSource
{
    private readonly SearchRequest _request;
    private readonly IVolume _volume;
    private readonly Stream _stream;
    private readonly string _shown;
    private readonly ReportReader _reader;

    // Groups wait here until all media groups are planned. Media groups follow them in the report but take precedence.
    private readonly Queue<ReportGroup> _held = [];

    // Folders come first in a report, and are planned in an order of their own.
    private readonly List<ReportFolderGroup> _folders = [];
    private readonly List<ReportContainedFolder> _contained = [];
    private Queue<Func<Planner, PlanOutcome>>? _ofFolders;
    private bool _isAhead;
    private long _mediaLeft;

    /// <summary>Initializes a new instance and reads the start of the report.</summary>
    /// <param name="volume">The volume that holds the files.</param>
    /// <param name="request">
    /// The request, which says whether to remove empty folders and to include media groups.
    /// </param>
    /// <param name="stream">The report. Disposed with this instance.</param>
    /// <param name="shown">The name of the report in messages.</param>
    /// <exception cref="UsageException">The report cannot be read, or it is not a report.</exception>
    internal ReportSource(IVolume volume, SearchRequest request, Stream stream, string shown)
    {
        (_volume, _request, _stream, _shown) = (volume, request, stream, shown);
        _reader = Guard(() => ReportReader.Open(stream));
    }

    internal override ReportBegin? Begin => _reader.Begin;

    internal override IEnumerable<Notice> Notices =>
    [
        .. _reader.EndedEarly ? (Notice[])
        [
            new(NoticeKind.Incomplete, "the report is incomplete: only the groups in it are planned"),
        ] : [],
        .. LeftOut(_mediaLeft),
    ];

    public override void Dispose() => _stream.Dispose();

    internal override IReadOnlyList<FindRoot> RootsOf(PlanOptions options) => FoldersOf(_volume, options);

    /// <summary>Returns the roots of a report that are folders now.</summary>
    internal static IReadOnlyList<FindRoot> FoldersOf(IVolume volume, PlanOptions options) =>
    [
        .. options.Roots.Select(root => options.ToAbsolute(root)).Distinct()
            .Where(root => !volume.Stat(
                FolderHandle.None, root.Bytes, LinkPolicy.Follow, FactFields.None, out FileFacts facts).Failed
                && facts.Kind == EntryKind.Folder)
            .Select(root => new FindRoot(volume, root.Bytes.ToArray())),
    ];

    internal override void RefuseUnmatched(Planner planner, PlanOptions options)
    {
        RuleCheck.RefuseUnmatchedPatterns(planner, options.Roots);
        RuleCheck.RefuseUnmatchedFolders(planner, options.Roots);
    }

    internal override bool IsAnyUnmatched(Planner planner) =>
        planner.UnmatchedPatterns.Count + planner.UnmatchedFolders.Count > 0;

    internal override PlanOutcome? PlanNext(Planner planner) => Guard(() =>
    {
        PlanOutcome? outcome = PlanFolder(planner);
        while (outcome is null && (_isAhead || _reader.Read()))
        {
            _isAhead = false;
            bool withEmpty = _request.Keeping.EmptyFolders;
            if (_request.Media.IsOn && _reader.Kind == ReportItemKind.Group)
            {
                _held.Enqueue(_reader.Group);
                continue;
            }

            if (_reader.Kind == ReportItemKind.MediaGroup && !_request.Media.IsOn)
            {
                _mediaLeft++;
                continue;
            }

            outcome = _reader.Kind switch
            {
                ReportItemKind.Group => WithoutSaved(_reader.Group) is { } group ? planner.Plan(group) : null,
                ReportItemKind.MediaGroup => planner.Plan(_reader.MediaGroup),
                ReportItemKind.FolderGroup => planner.Plan(_reader.FolderGroup),
                ReportItemKind.ContainedFolder => planner.Plan(_reader.ContainedFolder),
                ReportItemKind.EmptyFolder when withEmpty => planner.PlanEmpty(_reader.EmptyFolder),
                _ => null,
            };
        }

        while (outcome is null && _held.TryDequeue(out ReportGroup? group))
        {
            outcome = planner.Plan(group) is { IsSuperseded: false } planned ? planned : null;
        }

        return outcome;
    });

    // Returns null once the folders at the start of the report are planned.
    private PlanOutcome? PlanFolder(Planner planner)
    {
        while (_ofFolders is null)
        {
            _isAhead = _reader.Read();
            if (_isAhead && _reader.Kind == ReportItemKind.FolderGroup)
            {
                _folders.Add(_reader.FolderGroup);
            }
            else if (_isAhead && _reader.Kind == ReportItemKind.ContainedFolder)
            {
                _contained.Add(_reader.ContainedFolder);
            }
            else
            {
                _ofFolders = new(FolderOrder.Of(_folders, _contained));
            }
        }

        return _ofFolders.TryDequeue(out Func<Planner, PlanOutcome>? plan) ? plan(planner) : null;
    }

    /// <summary>Opens a report from a file or standard input.</summary>
    /// <exception cref="UsageException">The report cannot be opened.</exception>
    internal static Stream Open(string operand, string shown)
    {
        try
        {
            return InputFile.Open(operand, "the report");
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw Unreadable(shown, SystemText.Of(failure));
        }
    }

    /// <summary>Returns the exception for a report that cannot be read.</summary>
    internal static UsageException Unreadable(string shown, string why) =>
        new($"cannot read the report {shown}: {why}", "doppel find --json -o FILE DIR writes a report");

    /// <summary>
    /// Returns a group without its copies on saved volumes, which stay; null if fewer than two remain, of which one
    /// stays as well.
    /// </summary>
    internal static ReportGroup? WithoutSaved(ReportGroup group)
    {
        if (!group.Copies.Any(IsSaved))
        {
            return group;
        }

        ReportCopy[] copies = [.. group.Copies.Where(static copy => !IsSaved(copy))];
        return copies.Length < 2 ? null : group with
        {
            Copies = copies,
            Shared = group.Shared is null ? null :
            [
                .. group.Shared.Select(sharing =>
                    sharing.Select(copy => Array.IndexOf(copies, group.Copies[copy])).ToArray()),
            ],
        };
    }

    // The planner decides about objects.
    private static bool IsSaved(ReportCopy copy) => copy.Names.All(
        static name => ReportSavedVolume.Holds(name) && !S3Location.Is(name.ToString()));

    private T Guard<T>(Func<T> read)
    {
        try
        {
            return read();
        }
        catch (ReportFormatException damaged)
        {
            throw Unreadable(_shown, damaged.Message);
        }
        catch (IOException failure)
        {
            throw Unreadable(_shown, SystemText.Of(failure));
        }
    }
}
