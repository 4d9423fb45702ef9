using Doppel.Catalog;
using Doppel.Testing.Trees;
using Doppel.Volumes;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>Saves volumes to files of a temporary folder, and searches them.</summary>
internal sealed class SavedSearch : IDisposable
{
    private readonly TempTree _tree = new();
    private readonly List<SavedVolume> _open = [];

    /// <summary>Saves roots of a volume and opens what was saved.</summary>
    internal SavedVolume Save(
        IVolume volume, string[] roots, SavedDigests contents = SavedDigests.All, ContentCatalog? catalog = null) =>
        Save(volume, roots, out _, contents, catalog);

    /// <summary>Saves roots of a volume and opens what was saved.</summary>
    internal SavedVolume Save(
        IVolume volume, string[] roots, out SaveResult result, SavedDigests contents = SavedDigests.All,
        ContentCatalog? catalog = null)
    {
        string name = $"v{_open.Count}";
        string path = $"{_tree.Folder}/{name}";
        using (var output = new FileStream(path, FileMode.CreateNew))
        {
            FindOptions options = Search.Options(volume, roots) with
            {
                Filter = new EntryFilter { SizeMin = 0 },
                Catalog = catalog,
            };
            result = Saver.Save(
                options, new SaveOptions { Contents = contents }, () => output, null,
                TestContext.Current.CancellationToken);
        }

        Assert.True(result.Complete);
        var saved = SavedVolume.Open(path, name);
        _open.Add(saved);
        return saved;
    }

    /// <summary>Options for roots of a saved volume, and of a disk behind them.</summary>
    internal static FindOptions Options(SavedVolume saved, string[] roots, IVolume disk, params string[] diskRoots) =>
        new()
        {
            Roots =
            [
                .. roots.Select(root => new FindRoot(saved, root)),
                .. diskRoots.Select(root => new FindRoot(disk, root)),
            ],
            Threads = 2,
        };

    public void Dispose()
    {
        foreach (SavedVolume volume in _open)
        {
            volume.Dispose();
        }

        _tree.Dispose();
    }
}
