namespace Doppel.Finding;

/// <summary>
/// Finds files with identical audio or image data. Recognizes and maps every content by its headers, reads further only
/// if another content may have the same payload, and then matches payloads in the same steps as complete files.
/// </summary>
internal sealed class MediaSearch : IDisposable
{
    private readonly SearchContext _context;
    private readonly MediaScanners _scanners;
    private readonly ContentList _contents;
    private readonly MatchWorkers _glances;

    private MediaSearch(CopyTable copies, GroupTable groups, MediaScanners scanners, SearchContext context)
    {
        _context = context;
        _scanners = scanners;
        _contents = new ContentList(copies, groups);
        _glances = new MatchWorkers(new Candidates(_contents.Table), context, scanners);
    }

    /// <summary>Runs the search, if it was requested.</summary>
    /// <param name="copies">The copies, including those without a duplicate.</param>
    /// <param name="groups">The groups of equal copies, in which links to the same inode have been merged.</param>
    /// <param name="scanners">The scanners that glanced at the copies that matching opened, or null.</param>
    /// <param name="context">The state shared by all stages.</param>
    internal static MediaTable Run(
        CopyTable copies, GroupTable groups, MediaScanners? scanners, SearchContext context)
    {
        if (scanners is null)
        {
            return new MediaTable(copies, context.Options, new TagStore(0));
        }

        using var search = new MediaSearch(copies, groups, scanners, context);
        return search.Run(copies);
    }

    public void Dispose()
    {
        _glances.Dispose();
        _contents.Dispose();
    }

    private MediaTable Run(CopyTable copies)
    {
        var found = new MediaTable(copies, _context.Options, new TagStore(_contents.Table.Count));
        using var seen = new ContentsSeen(_contents, copies, _scanners);
        using CatalogMedia? catalog = CatalogMedia.For(_contents, _context);
        using var loose = new LooseGroups();
        using NativeList<MediaRow> rows = Glance(seen, catalog, found, loose);
        using var payloads = new PayloadTable(_scanners.Policy, found.Tags);
        using var table = new CopyTable(copies.Tree, rows.Count) { Payloads = payloads };
        using var walked = new NativeList<int>();
        MediaCollisions.ForEach(rows, same => AddMapped(same, table, payloads, walked));
        table.Complete();
        AddWalked(walked, table, payloads, found.Tags);
        var candidates = new Candidates(table);
        CatalogFacts nothing = CatalogFacts.None(candidates);
        using var workers = new MatchWorkers(candidates, nothing, scanners: null, _context);
        found.Take(new Matcher(candidates, nothing, workers, _context).Run(), table, _contents);
        using NativeList<NotComparableRow> notComparable = Gather(static scanner => scanner.NotComparable);
        notComparable.AddRange(seen.NotComparable.Span);
        found.Take(notComparable, _scanners.Reasons, _contents);
        ReadTags(found);
        if (!_context.Cancellation.IsCancellationRequested)
        {
            catalog?.Twins.Note(rows, table, notComparable, found, _scanners.Reasons);
        }

        found.LooseGroups = loose.Count(found);
        found.Read = _glances.Read + workers.Read;
        return found;
    }

    // Opens the contents that no other step has had open, except those about which the catalog knows enough.
    private NativeList<MediaRow> Glance(
        ContentsSeen seen, CatalogMedia? catalog, MediaTable found, LooseGroups loose)
    {
        using NativeList<int> others = seen.Others();
        using NativeList<int>? unknown = catalog?.UnknownOf(others);
        NativeList<MediaRow> rows = GlanceAt(unknown ?? others);
        rows.AddRange(seen.Rows.Span);
        foreach (ref readonly MediaRow row in rows)
        {
            found.Tags.Clear(row.Content);
            if (catalog is null)
            {
                loose.Add(row.Content, row.Loose);
            }
        }

        if (catalog is null)
        {
            return rows;
        }

        using NativeBits glanced = seen.And(unknown!);
        using NativeList<NotComparableRow> notComparable = Gather(static scanner => scanner.NotComparable);
        seen.NotComparable.AddRange(notComparable.Span);
        catalog.Take(glanced, rows, seen.NotComparable);
        catalog.AddLoose(loose);
        if (!_context.Cancellation.IsCancellationRequested)
        {
            catalog.Note(glanced);
        }

        using NativeList<int> left = catalog.Twins.Settle(glanced, found, _scanners.Reasons);
        using NativeList<MediaRow> more = GlanceAt(left);
        rows.AddRange(more.Span);
        catalog.Twins.RemoveSettled(rows);
        return rows;
    }

    private NativeList<MediaRow> GlanceAt(NativeList<int> contents)
    {
        Visit(contents, static (scanner, content, next) => scanner.Glance(content, next));
        return Gather(static scanner => scanner.Rows);
    }

    private void AddMapped(
        ReadOnlySpan<MediaRow> same, CopyTable table, PayloadTable payloads, NativeList<int> walked)
    {
        if (same[0].IsWhole)
        {
            AddRun(same, table, payloads);
            return;
        }

        foreach (ref readonly MediaRow row in same)
        {
            walked.Add(row.Content);
        }
    }

    // If only the header was mapped, the rest is mapped and hashed while the file is open.
    private void AddWalked(NativeList<int> walked, CopyTable table, PayloadTable payloads, TagStore tags)
    {
        Visit(walked, (scanner, content, next) => scanner.HashWhole(content, next, tags));
        using NativeList<MediaRow> hashed = Gather(static scanner => scanner.Hashed);
        MediaCollisions.ForEach(hashed, same =>
        {
            int first = table.Count;
            AddRun(same, table, payloads);
            for (int i = 0; i < same.Length; i++)
            {
                table.Digests[first + i] = same[i].Digest;
                table.States[first + i] = CopyState.Hashed;
            }
        });
    }

    private void AddRun(ReadOnlySpan<MediaRow> same, CopyTable table, PayloadTable payloads)
    {
        table.AddRun(table.Count);
        foreach (ref readonly MediaRow row in same)
        {
            table.AddLike(_contents.Table, row.Content);
            payloads.Add(row, _scanners.ExtentsOf(row));
        }
    }

    private void ReadTags(MediaTable found)
    {
        using NativeList<int> contents = found.Untagged();
        Visit(contents, (scanner, content, next) =>
        {
            if (scanner.ReadTags(content, next) is { } tags)
            {
                found.Tags.Add(content, tags);
            }
        });
    }

    private void Visit(NativeList<int> contents, Action<MediaScanner, int, int> look)
    {
        if (contents.Count > 0)
        {
            _context.Clock.Enter(FindStage.Media, contents.Count, 0);
            _glances.ForEach(contents, (worker, content, next) =>
            {
                look(worker.Reader.Media!, content, next);
                return 0;
            });
        }
    }

    private NativeList<T> Gather<T>(Func<MediaScanner, NativeList<T>> listOf)
        where T : unmanaged => _scanners.Gather(_contents.Table, listOf);
}
