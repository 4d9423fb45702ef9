namespace Doppel.Volumes.Tests;

public sealed class S3VolumeContractTests() : VolumeContract(new S3Place());
