using Doppel.Volumes;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Catalog;

/// <summary>The folder with the runs of one file system. Holds no state, so it can be used by any thread.</summary>
internal sealed class RunFolder(
    CatalogFiles files, CatalogProblems problems, string folder, FileSystemIdentity fileSystem)
{
    // Merging keeps some tens. Of more, such as those of processes that were killed, the latest are read.
    private const int OpenMax = 512;
    private const int BrokenMax = 3;
    private const int ListingsMax = 16;

    internal FileSystemIdentity FileSystem => fileSystem;

    /// <summary>Its path. The folder need not exist.</summary>
    internal string FullPath => folder;

    internal string PathOf(RunName name) => Path.Combine(folder, name.ToString());

    /// <summary>Lists the runs, oldest first.</summary>
    internal List<RunName> List()
    {
        List<RunName> names = [];
        try
        {
            if (Directory.Exists(folder))
            {
                foreach (string path in Directory.EnumerateFiles(folder))
                {
                    if (RunName.TryParse(Path.GetFileName(path.AsSpan()), out RunName name))
                    {
                        names.Add(name);
                    }
                }
            }
        }
        catch (DirectoryNotFoundException)
        {
            // It was removed meanwhile.
        }
        catch (Exception exception) when (CatalogFiles.IsRefusal(exception))
        {
            problems.Tell($"{folder} cannot be listed ({exception.Message}), so what is stored there is not used. "
                + "Make the folder readable, or remove it.");
        }

        names.Sort();
        return names;
    }

    /// <summary>Opens all runs, oldest first. The caller closes them.</summary>
    /// <remarks>
    /// Merges by other processes cannot hide a fact. A merge gives its output a name before it takes one from an input.
    /// An input that is open keeps its content without a name. If an input is gone before it is opened, or a listing
    /// missed the output because it was made behind the place that the listing had reached, then a second listing
    /// begins after the output got its name, shows it, and differs from the first: so everything is listed until two
    /// listings agree. A fact that is seen twice, in an input and in the output, does no harm.
    /// </remarks>
    internal List<RunFile> OpenAll()
    {
        List<RunFile> open = [];
        HashSet<RunName> refused = [];
        List<RunName> names = Latest(List());
        for (int i = 0; names.Count > 0 && i < ListingsMax; i++)
        {
            open = OpenListed(names, open, refused);
            List<RunName> again = Latest(List());
            if (again.SequenceEqual(names))
            {
                break;
            }

            names = again;
        }

        return open;
    }

    /// <summary>Opens a run. Null if it is gone or cannot be used, which is then told.</summary>
    internal RunFile? Open(RunName name)
    {
        SafeFileHandle? handle = files.Open(PathOf(name), out string? reason);
        if (reason is not null)
        {
            problems.Tell($"{PathOf(name)} cannot be opened ({reason}), so it is not used. "
                + "Make the file readable, or remove it.");
        }

        return handle is null ? null : ReadHeader(handle, name);
    }

    /// <summary>Opens a run that no process writes to. Null if there is one, or the run cannot be used.</summary>
    internal RunFile? OpenSealed(RunName name)
    {
        SafeFileHandle? handle = files.OpenSealed(PathOf(name));
        return handle is null ? null : ReadHeader(handle, name);
    }

    /// <summary>The size of all files in bytes.</summary>
    internal long BytesOnDisk()
    {
        try
        {
            return Directory.Exists(folder)
                ? new DirectoryInfo(folder).EnumerateFiles().Sum(static file => file.Length)
                : 0;
        }
        catch (Exception exception) when (CatalogFiles.IsRefusal(exception))
        {
            return 0; // Another process removed a file at this moment, or nothing can be read.
        }
    }

    /// <summary>Removes the damaged runs that were set aside.</summary>
    internal void RemoveBroken()
    {
        try
        {
            foreach (string path in Directory.EnumerateFiles(folder, "*" + RunName.BrokenSuffix))
            {
                files.Delete(path);
            }
        }
        catch (Exception exception) when (CatalogFiles.IsRefusal(exception))
        {
            // What stays is removed another time.
        }
    }

    /// <summary>Removes all runs, also those that processes write to, and those that were set aside.</summary>
    /// <returns>Whether all are gone.</returns>
    internal bool RemoveAll()
    {
        RemoveBroken();
        bool isGone = true;
        foreach (RunName name in List())
        {
            isGone &= RemoveIfThere(PathOf(name));
        }

        return isGone;
    }

    /// <summary>Removes a file.</summary>
    /// <returns>Whether it is gone. If not, a problem is recorded.</returns>
    internal bool RemoveIfThere(string path)
    {
        try
        {
            files.Delete(path);
            return true;
        }
        catch (Exception exception) when (CatalogFiles.IsRefusal(exception))
        {
            problems.Tell($"{path} cannot be removed ({exception.Message}). Permit writing to its folder.");
            return false;
        }
    }

    private static List<RunName> Latest(List<RunName> names) =>
        names.Count <= OpenMax ? names : names[^OpenMax..];

    // Takes over what is open already.
    private List<RunFile> OpenListed(List<RunName> names, List<RunFile> open, HashSet<RunName> refused)
    {
        Dictionary<RunName, RunFile> before = open.ToDictionary(static run => run.Name);
        List<RunFile> result = [];
        foreach (RunName name in names)
        {
            if (before.Remove(name, out RunFile? run))
            {
                result.Add(run);
            }
            else if (!refused.Contains(name))
            {
                run = Open(name);
                if (run is not null)
                {
                    result.Add(run);
                }
                else
                {
                    refused.Add(name);
                }
            }
        }

        foreach (RunFile gone in before.Values)
        {
            gone.Dispose();
        }

        return result;
    }

    private RunFile? ReadHeader(SafeFileHandle handle, RunName name)
    {
        RunFile? run = RunFile.TryRead(files, handle, name, fileSystem);
        if (run is null)
        {
            SetAside(name);
        }

        return run;
    }

    private void SetAside(RunName name)
    {
        string path = PathOf(name);
        problems.Tell($"{path} is damaged, so what it held is computed again. "
            + $"It is kept as *{RunName.BrokenSuffix} for a look, and can be removed.");
        try
        {
            files.Rename(path, path + RunName.BrokenSuffix);
            string[] broken = Directory.GetFiles(folder, "*" + RunName.BrokenSuffix);
            Array.Sort(broken, StringComparer.Ordinal);
            foreach (string old in broken.AsSpan(0, Math.Max(0, broken.Length - BrokenMax)))
            {
                files.Delete(old);
            }
        }
        catch (Exception exception) when (CatalogFiles.IsRefusal(exception))
        {
            // Another process was faster, or the folder cannot be changed: then it is skipped each time.
        }
    }
}
