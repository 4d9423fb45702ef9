namespace Doppel.EndToEnd.Harness;

/// <summary>What a test needs of the machine.</summary>
/// <remarks>Without it the test says so and is skipped; on a build server it fails.</remarks>
internal static class Needs
{
    /// <summary>A program of a Debian package.</summary>
    public static void Program(string program, string package)
    {
        if (Tool.Find(program) is null)
        {
            Miss($"needs {program}: apt install {package}");
        }
    }

    /// <summary>The rights of root: device nodes, mounts, other users.</summary>
    public static void Root()
    {
        if (LibC.UserId != 0)
        {
            Miss("needs root");
        }
    }

    /// <summary>Something else that is not there.</summary>
    public static void Miss(string what)
    {
        Assert.SkipUnless(TestRun.IsBuildServer, what);
        Assert.Fail(what);
    }
}
