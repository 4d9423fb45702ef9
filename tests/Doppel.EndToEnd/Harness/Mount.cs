namespace Doppel.EndToEnd.Harness;

/// <summary>Something mounted on a folder of a tree, until it is disposed.</summary>
internal sealed class Mount : IDisposable
{
    private readonly ByteName _target;

    private Mount(ByteName target) => _target = target;

    /// <summary>Mounts with the arguments of mount(8); the folder is made. Skips where that is not allowed.</summary>
    public static Mount Make(TempTree tree, ByteName target, params ByteName[] arguments)
    {
        Needs.Root();
        tree.AddFolder(target);
        ProcessEnd end = Tool.Run("mount", [.. arguments, tree[target]]);
        if (end.ExitCode != 0)
        {
            Needs.Miss($"needs to mount: {end.ErrorText.Trim()}");
        }

        return new Mount(tree[target]);
    }

    /// <summary>Takes over what another program mounted.</summary>
    public static Mount TakeOver(ByteName target) => new(target);

    public void Dispose() => Tool.Unmount(_target);
}
