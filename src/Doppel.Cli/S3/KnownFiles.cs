using System.Text;
using Doppel.Catalog;
using Doppel.Finding;
using Doppel.Reports;
using Doppel.S3.Transfer;

namespace Doppel.Cli;

/// <summary>The files of a folder whose content a bucket has already, under any key.</summary>
/// <remarks>Found like <c>doppel find --reference s3://BUCKET FOLDER</c> does: nothing is downloaded.</remarks>
internal sealed class KnownFiles
{
    private readonly Dictionary<string, IReadOnlyList<string>> _keys = new(StringComparer.Ordinal);
    private readonly string _folder;

    private KnownFiles(string folder) => _folder = folder;

    /// <summary>Gets the number of files.</summary>
    internal int Count => _keys.Count;

    /// <summary>Gets the size of all of them, in bytes.</summary>
    internal long Bytes { get; private set; }

    /// <summary>Gets the path of each file below the folder, and the keys of the objects with its content.</summary>
    internal IEnumerable<(string Name, IReadOnlyList<string> Keys)> All => _keys.Select(
        one => (Path.GetRelativePath(_folder, one.Key).Replace(Path.DirectorySeparatorChar, '/'), one.Value));

    /// <summary>Lists a bucket and searches a folder.</summary>
    /// <param name="session">The run.</param>
    /// <param name="folder">The absolute path of the folder.</param>
    /// <param name="bucket">The bucket.</param>
    /// <exception cref="UsageException">The bucket cannot be listed.</exception>
    internal static KnownFiles Find(S3Session session, string folder, S3Location bucket)
    {
        (CommandHost host, S3Settings settings) = (session.Host, session.Settings);
        string address = bucket.ToString();
        using var clients = new BucketClients(host, settings.Request.Connection);
        var buckets = new BucketRoots(
            host, clients, new BucketBudget(BucketBudget.HeadsDefault, bytes: 0),
            text => settings.Messages.ShowProgress(host.Error, text), [address]);
        using SavedVolume objects = buckets.Open(bucket);
        using ContentCatalog? catalog = settings.Request.Catalog.Open(host);
        var progress = new FindProgress();
        using ProgressLine? line = settings.Messages.ShowProgress(
            host.Error, new ProgressText(progress, host.Clock).Now);
        using FindResult result = Finder.Find(
            new FindOptions
            {
                Roots = [new FindRoot(objects, "/"), new FindRoot(host.Volume, folder)],
                References = 1,
                Catalog = catalog,
            },
            progress, session.Stop);
        session.Stop.ThrowIfCancellationRequested();
        catalog?.Flush();
        var known = new KnownFiles(folder);
        foreach (ReportGroup group in result.Groups)
        {
            known.Add(group, address + "/");
        }

        return known;
    }

    /// <summary>Returns whether a file or object takes part in a transfer: all but known files do.</summary>
    internal bool IsWanted(S3TransferEntry entry) => entry.Path is null || !_keys.ContainsKey(entry.Path);

    private void Add(ReportGroup group, string address)
    {
        var keys = new List<string>();
        var files = new List<string>();
        foreach (ReportName name in group.Copies.SelectMany(static copy => copy.Names))
        {
            string text = Encoding.UTF8.GetString(name.Bytes);
            if (text.StartsWith(address, StringComparison.Ordinal))
            {
                keys.Add(text[address.Length..]);
            }
            else
            {
                files.Add(text);
            }
        }

        foreach (string file in files)
        {
            _keys[file] = keys;
            Bytes += group.Size;
        }
    }
}
