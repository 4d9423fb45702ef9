using Doppel.Volumes;

namespace Doppel.Acting;

/// <content>The recipes and the plan of a run, beside its journal.</content>
public sealed partial class JournalFolder
{
    /// <summary>Creates the recipe file of a run beside its journal.</summary>
    internal VolumeError MakeRecipes(string id, out FileHandle file) =>
        _volume.MakeFile(_folder, NameOf(id, RecipesEnding), FileMode, out file);

    /// <summary>Opens the recipe file of a run for appending.</summary>
    internal VolumeError AppendRecipes(string id, out FileHandle file) =>
        _volume.OpenForAppending(_folder, NameOf(id, RecipesEnding), out file, out _);

    /// <summary>Creates the file that holds the plan of a run until the run is finished.</summary>
    /// <remarks>The file is not treated as a plan until <see cref="NamePlan"/> has renamed it.</remarks>
    internal VolumeError MakePlan(string id, out FileHandle file) =>
        _volume.MakeFile(_folder, NameOf(id, UnwrittenEnding), FileMode, out file);

    /// <summary>Gives a completely written plan its final name, and flushes the name to disk.</summary>
    internal VolumeError NamePlan(string id) =>
        _volume.Move(_folder, NameOf(id, UnwrittenEnding), _folder, NameOf(id, PlanEnding)) || _volume.Sync(_folder);

    /// <summary>Opens the plan of an unfinished run for reading.</summary>
    internal VolumeError OpenPlan(string id, out FileHandle file, out FileFacts facts)
    {
        VolumeError error = _volume.OpenFile(_folder, NameOf(id, PlanEnding), out file, out facts);
        if (!error.Failed && WhyNotOwn(_volume, facts) is not null)
        {
            _volume.Close(file);
            file = FileHandle.None;
            return new VolumeError(VolumeErrorKind.AccessDenied);
        }

        return error;
    }

    /// <summary>Opens the plan of an unfinished run for appending.</summary>
    internal VolumeError AppendPlan(string id, out FileHandle file) =>
        _volume.OpenForAppending(_folder, NameOf(id, PlanEnding), out file, out _);

    /// <summary>Removes the plan of a finished run.</summary>
    internal void RemovePlan(string id)
    {
        _volume.Remove(_folder, NameOf(id, PlanEnding));
        _volume.Remove(_folder, NameOf(id, UnwrittenEnding));
    }
}
