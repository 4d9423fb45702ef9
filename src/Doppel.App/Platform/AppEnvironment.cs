using Doppel.Volumes;

namespace Doppel.App;

/// <summary>What a request is carried out with: variables, the working directory, volumes and the clock.</summary>
internal class AppEnvironment
{
    /// <summary>Gets the function that returns the value of an environment variable.</summary>
    internal required Func<string, string?> Environment { get; init; }

    /// <summary>Gets the arguments after the program name, as <see cref="ByteText"/>.</summary>
    internal required IReadOnlyList<string> Arguments { get; init; }

    /// <summary>Gets the arguments for what is written to a file: without the passwords of URLs.</summary>
    internal IEnumerable<string> RecordedArguments => Arguments.Select(UrlSecrets.Hide);

    /// <summary>Gets the volume for listing and reading files on disks.</summary>
    internal IVolume Volume
    {
        get => field ??= VolumeChoice.Create(Environment);
        init;
    }

    /// <summary>Gets the same volume for what changes files.</summary>
    internal IChangeableVolume ChangeableVolume => (IChangeableVolume)Volume;

    /// <summary>Gets the paths relative to the working directory.</summary>
    internal RootPaths Paths
    {
        get => field ??= RootPaths.OfProcess();
        init;
    }

    /// <summary>Gets what parses values that the user typed.</summary>
    internal ValueParser Values => field ??= new ValueParser(Clock, Volume, Paths);

    /// <summary>Gets the clock.</summary>
    internal TimeProvider Clock { get; init; } = TimeProvider.System;
}
